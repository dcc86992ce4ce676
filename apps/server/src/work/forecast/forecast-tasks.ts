import { announceLoaded } from '../../kit/work-thread.ts'
import { type DayForecast, predict } from './predict.ts'

/** What runs in the thread of the forecasts. Takes and returns plain data only. */
export function forecastSeries(task: { series: number[]; horizon: number }): DayForecast[] {
  return predict(task.series, task.horizon)
}

announceLoaded()
