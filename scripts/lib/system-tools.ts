import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that the product runs as a child process, and the Debian package that holds it. */
export interface SystemTool {
  program: string
  debianPackage: string
  use: string
}

export const ffmpeg: SystemTool = {
  program: 'ffmpeg',
  debianPackage: 'ffmpeg',
  use: 'audio formats other than WAV',
}
export const espeak: SystemTool = {
  program: 'espeak-ng',
  debianPackage: 'espeak-ng',
  use: 'voices in languages other than English',
}
export const chromium: SystemTool = {
  program: 'chromium',
  debianPackage: 'chromium',
  use: 'browser tests',
}

/** True when the program is on the PATH. */
export function isInstalled({ program }: SystemTool): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Installs what is missing where that can be done without asking (root on Debian).
 * Elsewhere, or when it fails, returns a sentence with the one command to run; otherwise null.
 */
export async function installMissing(tools: SystemTool[]): Promise<string | null> {
  const missing = tools.filter((tool) => !isInstalled(tool))
  if (missing.length === 0) return null
  const packages = missing.map((tool) => tool.debianPackage)
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && (await aptInstall(packages))) return null
  const uses = missing.map((tool) => `${tool.program} (${tool.use})`).join(', ')
  return `Missing: ${uses}. To install: ${installCommand(packages)}`
}

function installCommand(packages: string[]): string {
  const names = packages.join(' ')
  if (process.platform === 'darwin') return `brew install ${names}`
  const prefix = process.getuid?.() === 0 ? '' : 'sudo '
  return `${prefix}apt-get install -y ${names}`
}

async function aptInstall(packages: string[]): Promise<boolean> {
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return (await apt(['update', '-qq'])) && (await apt(install))
}

function apt(args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    const child = spawn('apt-get', args, { stdio: 'ignore', env })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Where a program is, for those that must be named by path. */
export function pathOf({ program }: SystemTool): string {
  return execFileSync('which', [program], { encoding: 'utf8' }).trim()
}
