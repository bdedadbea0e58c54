import { pause, systemClock } from "@/lib/clock";
import { paces } from "@/lib/paces";

/** What the bundler calls a failure to fetch code. */
const isNotFetched = (error: unknown) => error instanceof Error && error.name === "ChunkLoadError";

/** Loads code, again and again while it cannot be fetched; `onFailure` is called with the first failure. */
export async function retryLoad<Loaded>(
  load: () => Promise<Loaded>,
  onFailure: () => void = () => undefined,
): Promise<Loaded> {
  const never = new AbortController().signal;
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (!isNotFetched(error)) throw error;
      if (tries === 1) onFailure();
      await pause(systemClock, paces.retry.codeMs, never);
    }
  }
}
