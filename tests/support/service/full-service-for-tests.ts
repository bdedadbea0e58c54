import { afterAll, expect } from "vitest";
import { type FullService, startFullService } from "./full-service.ts";

/** Starts the service for the tests of one file; closes it after them, when none of its own faults may have occurred. */
export async function fullServiceForTests(
  options?: Parameters<typeof startFullService>[0],
): Promise<FullService> {
  const service = await startFullService(options);
  afterAll(async () => {
    await service.close();
    expect(service.faults).toEqual([]);
  });
  return service;
}
