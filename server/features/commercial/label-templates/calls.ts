import { labelDesigns, labelPictures } from '#contracts/commercial/labels/designs.ts'
import { labelOverview } from '#contracts/commercial/labels/overview.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { bindable, checkDesign, readBuiltIn, readDesk } from './desk.ts'
import { readOverview } from './overview.ts'
import { addPicture, dropPicture, listPictures, viewPicture } from './pictures.ts'
import { publishDesign, rollBack } from './publish.ts'
import { copyTemplate, dropDraft, saveDraft } from './save-draft.ts'

/** What label templates draw: their documents, by version. */
export function labelTemplateCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(labelDesigns, {
      design: readDesk,
      saveDraft,
      dropDraft,
      check: checkDesign,
      publish: publishDesign,
      rollBack,
      copy: copyTemplate,
      fields: bindable,
      builtIn: readBuiltIn,
    }),
    ...bindEndpoints(labelOverview, { overview: readOverview }),
    ...bindEndpoints(labelPictures, {
      pictures: listPictures,
      addPicture,
      picture: viewPicture,
      dropPicture,
    }),
  ]
}
