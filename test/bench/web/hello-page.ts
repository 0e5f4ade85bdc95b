import { h, render } from 'preact'

/** The least a page drawn by a script can be; what the public tracking page is measured against. */
render(h('h1', {}, 'Hello'), document.getElementById('app')!)
