import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { sentence } from '../api/errors.ts'
import { useSession, useSessionActions } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { notify } from './toast.ts'

/** Profile and Logout for somebody, Login for nobody, nothing until that is known. */
export function AccountLinks() {
  const me = useSession()
  const { logout } = useSessionActions()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await logout()
      void navigate(paths.login)
    } catch (error) {
      void notify(sentence(error))
    }
    setLeaving(false)
  }
  if (me === undefined) return null
  if (me === null) {
    return (
      <Link to={paths.login} className={buttonClass('ink', 'sm')}>
        Login
      </Link>
    )
  }
  return (
    <>
      <Link to={paths.profile} className={buttonClass('line', 'sm')}>
        Profile
      </Link>
      <Button variant="line" size="sm" busy={leaving} onClick={leave}>
        Logout
      </Button>
    </>
  )
}
