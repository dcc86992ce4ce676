import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { refuseSecrets } from './src/build/refuse-secrets.ts'

export default defineConfig(({ command, mode }) => {
  refuseSecrets(command, mode, loadEnv(mode, import.meta.dirname, 'VITE_'))
  const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
  return {
    plugins: [react(), tailwindcss()],
    // The server's CSP allows no data: addresses for fonts.
    build: { outDir: 'dist', assetsInlineLimit: 0, target: 'es2023' },
    server: {
      proxy: {
        '/v1': api,
        '/readyz': api,
        '/openapi.json': api,
        '/docs': api,
        '^/legal/.*\\.md': api,
        '/status': {
          target: api,
          bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : null),
        },
      },
    },
  }
})
