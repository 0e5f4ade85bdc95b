export { Guess } from './guess.tsx'
export { RecentList } from './recent-list.tsx'
