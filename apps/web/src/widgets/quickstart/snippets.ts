import { routes } from '@viva-voce/contract'

/** Stands where the reader's own API key goes. */
export const keyPlaceholder = '{key}'

const request = { text: 'Hello from Viva Voce.', voice_id: 'premium_en_us_001', usage: 'demo' }

export interface Snippet {
  name: string
  code: string
}

/** The quickstart in three languages: speaks a sentence, saves `hello.wav`, prints the licence token. */
export function snippets(origin: string, key: string = keyPlaceholder): Snippet[] {
  const url = origin + routes.synthesize.path
  return [
    { name: 'cURL', code: curl(url, key) },
    { name: 'Python', code: python(url, key) },
    { name: 'Node', code: node(url, key) },
  ]
}

function curl(url: string, key: string): string {
  return `curl -fsS ${url} \\
  -H 'X-API-Key: ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(request)}' \\
  -o hello.wav -D - | grep -i '^x-license-token'`
}

function python(url: string, key: string): string {
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({
        "text": "${request.text}",
        "voice_id": "${request.voice_id}",
        "usage": "${request.usage}",
    }).encode(),
    headers={
        "X-API-Key": "${key}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as answer, open("hello.wav", "wb") as file:
    file.write(answer.read())
    print("X-License-Token:", answer.headers["X-License-Token"])
`
}

/** Dynamic import, so that it runs as a module, as a script and when pasted into the prompt of node. */
function node(url: string, key: string): string {
  return `const { writeFile } = await import('node:fs/promises')

const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    'X-API-Key': '${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    text: '${request.text}',
    voice_id: '${request.voice_id}',
    usage: '${request.usage}',
  }),
})
if (!answer.ok) throw new Error((await answer.json()).error)
await writeFile('hello.wav', Buffer.from(await answer.arrayBuffer()))
console.log('X-License-Token:', answer.headers.get('X-License-Token'))
`
}
