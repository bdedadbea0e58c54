// How faults look through the published clients, and that a retried call is made once.
import { describe, expect, test } from "vitest";
import { startInterceptingProxy } from "../support/programs/intercepting-proxy.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { collect, publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium, maxBrowsers: 1 });

describe.each(publishedClients)("client $version", ({ version, connect, Kernel }) => {
  const client = (apiKey = service.bearer) => connect({ baseURL: service.url, apiKey });
  const faultOf = (call: PromiseLike<unknown>) =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );

  test("401, 403, 400, 404 and 409 have their error classes and the Error shape", async () => {
    const taken = `taken ${version}`;
    await client().profiles.create({ name: taken });
    const cases = [
      [client("of nobody").profiles.create({}), Kernel.AuthenticationError, 401, "unauthorized"],
      [client(service.readOnlyBearer).profiles.create({}), Kernel.PermissionDeniedError, 403, "forbidden"],
      [client().profiles.create({ name: "a/b" }), Kernel.BadRequestError, 400, "bad_request"],
      [client().profiles.retrieve("none/such"), Kernel.NotFoundError, 404, "not_found"],
      [client().profiles.create({ name: taken }), Kernel.ConflictError, 409, "conflict"],
    ] as const;
    for (const [call, kind, status, code] of cases) {
      const fault = await faultOf(call);
      expect(fault).toBeInstanceOf(kind);
      expect(fault).toMatchObject({ status, error: { code, message: expect.any(String) } });
    }
    // Reading is what a reading token is for.
    expect((await collect(client(service.readOnlyBearer).profiles.list())).length).toBeGreaterThan(0);
  });

  test("429 has a Retry-After", async () => {
    const kernel = client();
    const { session_id } = await kernel.browsers.create({ headless: true });
    const fault = await faultOf(kernel.browsers.create({ headless: true }));
    expect(fault).toBeInstanceOf(Kernel.RateLimitError);
    if (fault instanceof Kernel.RateLimitError)
      expect(fault.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    await kernel.browsers.deleteByID(session_id);
  });

  test("the client waits out a 429 and a 503 with Retry-After; the service receives one call", async () => {
    const relay = await startInterceptingProxy(service.url, [
      { status: 429, headers: { "retry-after": "1" } },
      { status: 503, headers: { "retry-after": "1" } },
    ]);
    try {
      const kernel = connect({ baseURL: relay.url, apiKey: service.bearer, maxRetries: 2 });
      const name = `once ${version}`;
      expect(await kernel.profiles.create({ name })).toMatchObject({ name });
      expect(relay.seen.map(({ through }) => through)).toEqual([false, false, true]);
      expect(relay.seen.map(({ retry }) => retry)).toEqual(["0", "1", "2"]);
      // The client's own waits would be shorter.
      const [first, second, third] = relay.seen.map(({ atMs }) => atMs);
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(900);
      expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(900);
      const made = (await collect(client().profiles.list())).filter((each) => each.name === name);
      expect(made).toHaveLength(1);
    } finally {
      await relay.close();
    }
  });

  test("permanent errors are not retried", async () => {
    const relay = await startInterceptingProxy(service.url, []);
    try {
      const kernel = connect({ baseURL: relay.url, apiKey: service.bearer, maxRetries: 2 });
      expect(await faultOf(kernel.browsers.retrieve("none"))).toBeInstanceOf(Kernel.NotFoundError);
      expect(await faultOf(kernel.profiles.create({ name: "%" }))).toBeInstanceOf(Kernel.BadRequestError);
      expect(relay.seen).toHaveLength(2);
    } finally {
      await relay.close();
    }
  });
});
