import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SampleNote } from '../../ui/SampleNote.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ForecastChart } from './ForecastChart.tsx'

const windows = [7, 14, 30, 60] as const

/** The royalties of the next days with an 80 % range. */
export function Forecast() {
  const [days, setDays] = useState<(typeof windows)[number]>(30)
  const { data, error } = useCall(
    'forecastRoyalties',
    { query: { days } },
    { keepPreviousData: true },
  )
  return (
    <div className="space-y-8">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Forecast window</legend>
        {windows.map((window) => (
          <Button
            key={window}
            size="sm"
            variant={window === days ? 'ink' : 'line'}
            aria-pressed={window === days}
            onClick={() => setDays(window)}
          >
            {window} days
          </Button>
        ))}
      </fieldset>
      {error && !data && <Problem>{sentence(error, 'forecast')}</Problem>}
      {!error && !data && <Skeleton lines={4} />}
      {data && (
        <>
          {data.is_mock && (
            <SampleNote>
              An illustration: a forecast needs 14 days of royalties of your own.
            </SampleNote>
          )}
          <ForecastChart forecast={data} />
          <Figures
            label="Forecast"
            figures={[
              [`Next ${data.forecast_days} days`, formatTotal(data.summary.total_forecast_eur)],
              ['Average per day', formatTotal(data.summary.avg_daily_eur)],
              ['Average before', formatTotal(data.summary.historical_avg_daily_eur)],
              ['Growth', `${data.summary.predicted_growth_rate.toFixed(1)} %`],
              ['Range', data.summary.confidence_interval],
            ]}
          />
        </>
      )}
    </div>
  )
}
