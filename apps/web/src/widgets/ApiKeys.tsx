import type { ApiKeyEntry } from '@viva-voce/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { sentence } from '../api/errors.ts'
import { freshKey } from '../api/fresh-key.ts'
import { submits, useAction } from '../api/use-action.ts'
import { useCall } from '../api/use-call.ts'
import { formatDay, formatMoment } from '../format/time.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'

/** The developer's keys. `onChange` is told when a key was made or revoked. */
export function ApiKeys({ onChange }: { onChange: () => void }) {
  const { data, error, mutate } = useCall('listKeys', {})
  const [secret, setSecret] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<ApiKeyEntry | null>(null)
  const created = (id: string, apiKey: string) => {
    freshKey.remember(id, apiKey)
    setSecret(apiKey)
    void mutate()
    onChange()
  }
  const revoked = (id: string) => {
    freshKey.forget(id)
    setRevoking(null)
    void mutate()
    onChange()
  }
  return (
    <>
      <div className="space-y-8">
        <CreateKeyForm onCreated={created} />
        {error && <Problem>{sentence(error)}</Problem>}
        {!data && !error && <Skeleton />}
        {data?.items.length === 0 && (
          <EmptyState>No keys yet. Create one to call the API from your own code.</EmptyState>
        )}
        {data && data.items.length > 0 && (
          <Table
            label="API Keys"
            columns={columns(setRevoking)}
            rows={data.items}
            rowKey={(row) => row.id}
          />
        )}
      </div>
      <NewKeyDialog secret={secret} onClose={() => setSecret(null)} />
      <RevokeKeyDialog entry={revoking} onClose={() => setRevoking(null)} onRevoked={revoked} />
    </>
  )
}

function columns(onRevoke: (entry: ApiKeyEntry) => void): Column<ApiKeyEntry>[] {
  return [
    {
      head: 'Name',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2 font-medium break-words">
          {row.name} {row.mode === 'test' && <Badge>test</Badge>}
        </span>
      ),
    },
    {
      head: 'Key',
      cell: (row) => <code className="font-mono text-xs break-all">{row.masked}</code>,
    },
    { head: 'Created', cell: (row) => formatDay(row.created_at) },
    {
      head: 'Last used',
      cell: (row) => (row.last_used_at ? formatMoment(row.last_used_at) : 'Never'),
    },
    {
      head: 'Action',
      end: true,
      cell: (row) => (
        <Button
          variant="danger"
          size="sm"
          aria-label={`Revoke ${row.name}`}
          onClick={() => onRevoke(row)}
        >
          Revoke
        </Button>
      ),
    },
  ]
}

function CreateKeyForm({ onCreated }: { onCreated: (id: string, secret: string) => void }) {
  const [name, setName] = useState('')
  const { busy, refusal, run } = useAction(async () => {
    const body = { name: name.trim() || 'API key' }
    const { api_key, item } = await call('createKey', { body })
    setName('')
    onCreated(item.id, api_key)
  })
  return (
    <form onSubmit={submits(run)} className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Key name"
          className="min-w-0 flex-1 basis-56 sm:max-w-sm"
          placeholder="For example: staging server"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Create key
        </Button>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
    </form>
  )
}
