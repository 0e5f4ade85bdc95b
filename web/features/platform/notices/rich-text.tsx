import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { DOMParser } from '@tiptap/pm/model'
import {
  EditorContent,
  getSchema,
  useEditor,
  useEditorState,
  type Editor,
  type JSONContent,
} from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { PAGE_LINK } from '#contracts/platform/messaging/notices.content.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { LinkBox } from './link-box.tsx'

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      protocols: ['http', 'https'],
      isAllowedUri: (href) => PAGE_LINK.test(href ?? ''),
      HTMLAttributes: { rel: null, target: null },
    },
  }),
]

const parser = DOMParser.fromSchema(getSchema(EXTENSIONS))
/** Read here from clean nodes: left to the editor, text would become markup. */
const contentOf = (html: string): JSONContent =>
  parser.parse(DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true })).toJSON() as JSONContent

/** Writing with form: what the toolbar offers is what the server lets through. */
export default function RichText({ id, value, onChange, disabled = false }: FieldInputProps) {
  const t = useT('notices')
  const given = typeof value === 'string' ? value : ''
  // What we passed out last: the form hands it back, and setting it again would move the cursor.
  const message = useRef(given)
  const editor = useEditor({
    extensions: EXTENSIONS,
    // The editor's own styles stand in notices.css: the page's policy refuses added ones.
    injectCSS: false,
    content: contentOf(given),
    editable: !disabled,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('msgContent'),
        class: 'notice-editor-text py-notice-text',
      },
    },
    onUpdate: ({ editor: now }) => {
      message.current = now.isEmpty ? '' : now.getHTML()
      onChange?.(message.current)
    },
  })
  useEffect(() => {
    if (given === message.current) return
    message.current = given
    editor.commands.setContent(contentOf(given), { emitUpdate: false })
  }, [given, editor])
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor])
  return (
    <div className="notice-editor" data-disabled={disabled || undefined}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** One stop of the Tab key; the arrows go from button to button. */
function Toolbar({ editor }: { editor: Editor }) {
  const t = useT('notices')
  const bar = useRef<HTMLDivElement>(null)
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      h2: at.isActive('heading', { level: 2 }),
      h3: at.isActive('heading', { level: 3 }),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      quote: at.isActive('blockquote'),
      undo: at.can().undo(),
      redo: at.can().redo(),
      link: at.isActive('link') ? String(at.getAttributes('link').href ?? '') : null,
      editable: at.isEditable,
    }),
  })
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const buttons = [
      ...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not([disabled])') ?? []),
    ]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (step === 0 || at < 0) return
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  const button = (
    key: string,
    icon: ReactNode,
    run: () => void,
    on: boolean | null = null,
    off = false,
  ) => (
    <button
      key={key}
      type="button"
      tabIndex={key === 'bold' ? 0 : -1}
      title={t(`editor.${key}`)}
      aria-label={t(`editor.${key}`)}
      {...(on === null ? {} : { 'aria-pressed': on })}
      disabled={off || !now.editable}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  )
  const chain = () => editor.chain().focus()
  return (
    <div
      className="notice-editor-bar"
      role="toolbar"
      aria-label={t('editor')}
      ref={bar}
      onKeyDown={move}
    >
      {button('bold', <BoldOutlined />, () => chain().toggleBold().run(), now.bold)}
      {button('italic', <ItalicOutlined />, () => chain().toggleItalic().run(), now.italic)}
      {button(
        'underline',
        <UnderlineOutlined />,
        () => chain().toggleUnderline().run(),
        now.underline,
      )}
      {button('strike', <StrikethroughOutlined />, () => chain().toggleStrike().run(), now.strike)}
      <i aria-hidden />
      {button('h2', <b>H1</b>, () => chain().toggleHeading({ level: 2 }).run(), now.h2)}
      {button('h3', <b>H2</b>, () => chain().toggleHeading({ level: 3 }).run(), now.h3)}
      {button(
        'bullets',
        <UnorderedListOutlined />,
        () => chain().toggleBulletList().run(),
        now.bullets,
      )}
      {button(
        'numbers',
        <OrderedListOutlined />,
        () => chain().toggleOrderedList().run(),
        now.numbers,
      )}
      {button('quote', <b>”</b>, () => chain().toggleBlockquote().run(), now.quote)}
      <i aria-hidden />
      <LinkBox
        href={now.link}
        disabled={!now.editable}
        icon={<LinkOutlined />}
        onSet={(href) =>
          href
            ? chain().extendMarkRange('link').setLink({ href }).run()
            : chain().extendMarkRange('link').unsetLink().run()
        }
      />
      {button('undo', <UndoOutlined />, () => chain().undo().run(), null, !now.undo)}
      {button('redo', <RedoOutlined />, () => chain().redo().run(), null, !now.redo)}
    </div>
  )
}
