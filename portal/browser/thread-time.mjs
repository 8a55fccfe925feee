// How long a page works in one go, whatever else the machine does.

/** The tasks of a thread, and the thread of a page, as Chromium's traces call them. */
const TASK = "ThreadControllerImpl::RunTask";
const MAIN = "CrRendererMain";

/**
 * The milliseconds of processor time of each task of the page's main thread while `work` runs, the longest first. The clock
 * would also count how long a task waits for other processes.
 */
export async function tasksOf(page, work) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel"] });
  let trace;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === MAIN);
  const mains = new Set(named.map(threadOf));
  const tasks = traceEvents.filter((event) => event.name === TASK && mains.has(threadOf(event)));
  return tasks.map(({ tdur = 0 }) => Math.round(tdur / 1_000)).sort((one, other) => other - one);
}
