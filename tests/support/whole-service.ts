// The whole service, as the program puts it together, on a free loopback port with a data folder of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../../service/chromium/find.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { type ConnectionGraces, pacesAt } from "../../service/paces.ts";
import { startService } from "../../service/service.ts";
import { type ApiClient, apiClient } from "./api-client.ts";

const bearer = "a-token-of-the-tests";
const readingBearer = "a-token-that-only-reads";

export interface WholeService {
  url: string;
  dataDir: string;
  /** May do everything. */
  bearer: string;
  /** May only read. */
  readingBearer: string;
  api: ApiClient;
  /** Faults that are the service's own: none is ever in order. */
  faults: unknown[];
  close(): Promise<void>;
}

/** Starts it with the sample applications, but without sample pools and proxies and without traffic. */
export async function startWholeService(
  options: { maxBrowsers?: number; connectionGraces?: Partial<ConnectionGraces> } = {},
): Promise<WholeService> {
  const dataDir = await mkdtemp(join(tmpdir(), "fd-test-"));
  const faults: unknown[] = [];
  const service = await startService({
    host: "127.0.0.1",
    port: 0,
    tokens: [
      { token: bearer, scope: "all" },
      { token: readingBearer, scope: "read" },
    ],
    dataDir,
    chromiumPath: findChromium(process.env.CHROMIUM_PATH),
    maxBrowsers: options.maxBrowsers ?? 4,
    maxRunning: 2,
    traffic: false,
    samples: false,
    clock: systemClock,
    paces: pacesAt(10),
    connectionGraces: options.connectionGraces ?? {},
    report: (error) => void faults.push(error),
  });
  return {
    url: service.url,
    dataDir,
    bearer,
    readingBearer,
    api: apiClient(service.url, bearer),
    faults,
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
