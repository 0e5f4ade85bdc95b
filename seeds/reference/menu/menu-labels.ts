import { plain, screen, type MenuEntry } from './menu-entry.ts'

/** Templates of labels, each with a designer of its own. */
export const labelMenu: MenuEntry[] = [
  plain('delivery', 'label-templates', 'dlv:label', ['面单模板', 'Label templates'], 'barcode', {
    path: '/delivery/labels',
    component: 'label-templates/LabelTemplates',
    buttons: ['dlv:label:publish'],
  }),
  screen(
    'delivery.label',
    ['面单设计', 'Label designer'],
    '/delivery/labels/:id',
    'label-templates/LabelTemplate',
    'barcode',
    ['dlv:label:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
]
