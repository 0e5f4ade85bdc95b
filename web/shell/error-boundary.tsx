import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Broken } from './layout/exception.tsx'

interface Props {
  children: ReactNode
  /** Another value tries again. */ at?: string
}
interface State {
  error: Error | null
  at: string | undefined
}

/** A screen that breaks takes only itself down. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, at: this.props.at }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.at === state.at ? null : { at: props.at, error: null }
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    window.dispatchEvent(
      new CustomEvent('parcelyard:broken', {
        detail: { message: error.message, stack: info.componentStack },
      }),
    )
  }
  override render(): ReactNode {
    return this.state.error ? (
      <Broken error={this.state.error} retry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    )
  }
}
