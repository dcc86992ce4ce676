/** `npm run build`: builds the web app into apps/web/dist when its sources have changed. */
import { buildWebWhenStale } from './lib/web-build.ts'

console.log((await buildWebWhenStale()) ? 'Built the web app.' : 'The web app is up to date.')
