import { parseSync } from '@swc/core'

/** One small wrong change of a source file. */
export interface Mutant {
  line: number
  /** That line before and after. */
  was: string
  became: string
  /** The whole file with the change. */
  source: string
}

/** Each operator with what it is easily mistaken for. */
const mistaken: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

interface Node {
  type: string
  span: { start: number; end: number }
  [key: string]: unknown
}

interface Edit {
  from: number
  to: number
  text: string
}

/**
 * Every mutant of a TypeScript source: a comparison or an operator that is another, a number that is one more, two
 * branches that are swapped, a sign or a "not" that is gone. One change each; types and texts stay.
 */
export function mutantsOf(source: string): Mutant[] {
  const bytes = Buffer.from(source)
  // Spans count bytes from where the parser stands, which is not 0 after another file.
  const module = parseSync(source, { syntax: 'typescript' }) as unknown as Node
  const origin = module.span.start - leading(source)
  const edits: Edit[] = []
  const textOf = ({ span }: Node) => bytes.toString('utf8', span.start - origin, span.end - origin)
  const edit = (node: Node, text: string) =>
    edits.push({ from: node.span.start - origin, to: node.span.end - origin, text })
  visit(module, (node) => {
    if (node.type === 'BinaryExpression') {
      const other = mistaken[node.operator as string]
      const [left, right] = [node.left as Node, node.right as Node]
      if (other) edit(node, `${textOf(left)} ${other} ${textOf(right)}`)
    }
    if (node.type === 'BigIntLiteral' || node.type === 'NumericLiteral') {
      const isBig = node.type === 'BigIntLiteral'
      const number = BigInt(textOf(node).replaceAll(/[_n]/g, ''))
      edit(node, `${number + 1n}${isBig ? 'n' : ''}`)
    }
    if (node.type === 'ConditionalExpression') {
      const [test, yes, no] = [node.test, node.consequent, node.alternate] as [Node, Node, Node]
      edit(node, `${textOf(test)} ? ${textOf(no)} : ${textOf(yes)}`)
    }
    if (node.type === 'UnaryExpression' && (node.operator === '-' || node.operator === '!')) {
      edit(node, textOf(node.argument as Node))
    }
  })
  return edits.map(({ from, to, text }) => {
    const before = bytes.toString('utf8', 0, from)
    const changed = `${before}${text}${bytes.toString('utf8', to)}`
    const line = before.split('\n').length
    const [was, became] = [source, changed].map((whole) => whole.split('\n')[line - 1]!.trim())
    return { line, was: was!, became: became!, source: changed }
  })
}

/** Bytes of comments and space before the first statement, where the parser lets a module begin. */
function leading(source: string): number {
  const head = /^(\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/.exec(source)![0]
  return Buffer.byteLength(head)
}

const typeNodes = /^Ts(?!AsExpression|NonNullExpression|SatisfiesExpression|ConstAssertion)/

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const node = value as Node
  if (typeof node.type === 'string') {
    if (typeNodes.test(node.type)) return
    see(node)
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'span') visit(inner, see)
}
