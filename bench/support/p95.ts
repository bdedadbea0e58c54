/** The 95th percentile, in milliseconds, of doing `work` so many times, once before for warmth. */
export async function p95(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  await work();
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken.sort((a, b) => a - b)[Math.ceil(times * 0.95) - 1] ?? Number.NaN;
}
