import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { filtersOf } from '../kit/entity.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'
import { listQuery, pageOf } from '../kit/page.ts'
import { bulk, forwardTo, needed, reason, touches, trackDetail } from './return-tracks.shapes.ts'
import { RETURN_ACTIONS } from './return-tracks.states.ts'
import { returnTrackList } from './return-tracks.ts'

const LOOK = ['ret:my:list', 'ret:unconf:list', 'ret:common:list'] as const

/** Returned parcels as their owners and staff see them, and what is decided about them. */
export const returnTracks = endpoints({
  list: {
    method: 'GET',
    also: ['POST'],
    path: '/rwms/returnTrack/list',
    perm: LOOK,
    get in() {
      return listQuery(filtersOf(returnTrackList))
    },
    get out() {
      return pageOf(returnTrackList.row)
    },
  },
  queryById: {
    method: 'GET',
    path: '/rwms/returnTrack/queryById',
    perm: ['ret:my:list', 'ret:unconf:list', 'ret:scan:scan'],
    in: z.object({ id: idText }),
    out: trackDetail,
  },
  /** How many tracks with an owner are in each state. */
  counts: {
    method: 'GET',
    path: '/rwms/returnTrack/counts',
    perm: 'ret:my:list',
    in: z.object({}),
    out: z.record(z.string(), z.number()),
  },
  /** What is to be done with one, some, or all that are sent. */
  instruct: {
    method: 'PUT',
    path: '/rwms/returnTrack/instruct',
    perm: 'ret:my:instruct',
    in: z.object({
      ids: idList,
      action: z.enum(RETURN_ACTIONS, { error: 'field.dict' }),
      note: reason.nullish(),
      forward: forwardTo.nullish(),
    }),
    ...bulk,
  },
  /** Parts of it become a track of their own, with the same owner and place. */
  split: {
    method: 'POST',
    path: '/rwms/returnTrack/split',
    perm: ['ret:my:instruct', 'ret:scan:scan'],
    idempotency: 'accepted',
    in: z.object({ id: idText, version: rowVersion, itemIds: idList }),
    out: z.object({ id: z.string(), no: z.string() }),
    touches,
  },
  /** A question of the owner or an answer of the depot, on the track. */
  ask: {
    method: 'POST',
    path: '/rwms/returnTrack/ask',
    perm: ['ret:my:instruct', 'ret:scan:scan'],
    idempotency: 'accepted',
    in: z.object({ id: idText, text: needed }),
    out: trackDetail,
    touches,
  },
  /** Who destroyed it, when, by which two users, with the photos' names. */
  certificate: {
    method: 'GET',
    path: '/rwms/returnTrack/certificate',
    perm: ['ret:my:list', 'ret:unconf:list'],
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  photos: {
    method: 'GET',
    path: '/rwms/returnTrack/photos',
    perm: ['ret:my:list', 'ret:unconf:list'],
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
})
