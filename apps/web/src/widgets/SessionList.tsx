import type { SessionEntry } from '@viva-voce/contract'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { call } from '../api/client.ts'
import { sentence } from '../api/errors.ts'
import { sessionKey } from '../api/session.ts'
import { useCall } from '../api/use-call.ts'
import { formatMoment } from '../format/time.ts'
import { nameBrowser } from '../format/user-agent.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { notify } from './toast.ts'

/** Where this person is signed in; each session can be ended. */
export function SessionList() {
  const { data, error, mutate } = useCall('listSessions', {})
  const { mutate: mutateOther } = useSWRConfig()
  const [ending, setEnding] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const end = async (entry: SessionEntry) => {
    setEnding(entry.id)
    setRefusal(null)
    try {
      await call('endSession', { params: { session_id: entry.id } })
      if (entry.current) await mutateOther(sessionKey)
      else {
        await mutate()
        void notify('Signed out there.')
      }
    } catch (failure) {
      setRefusal(sentence(failure))
    }
    setEnding(null)
  }
  if (error) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton />
  const columns: Column<SessionEntry>[] = [
    {
      head: 'Browser',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          {nameBrowser(row.user_agent)}
          {row.current && <Badge>This browser</Badge>}
        </span>
      ),
    },
    { head: 'Signed in', cell: (row) => formatMoment(row.created_at) },
    { head: 'Last seen', cell: (row) => formatMoment(row.last_seen_at) },
    {
      head: 'Action',
      end: true,
      cell: (row) => (
        <Button variant="line" size="sm" busy={ending === row.id} onClick={() => end(row)}>
          Sign out
        </Button>
      ),
    },
  ]
  return (
    <div className="space-y-4">
      <Table label="Sessions" columns={columns} rows={data.sessions} rowKey={(row) => row.id} />
      {refusal && <Problem>{refusal}</Problem>}
    </div>
  )
}
