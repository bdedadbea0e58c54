import { expect, test } from "vitest";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { operations } from "@/lib/contract/operations/operations";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import { problem } from "@/tests/support/component/scripted-bff";
import { openSession, sessionOf } from "@/tests/support/component/session-page";

const recorded = { id: "pool-two", name: "by the record", seen_ms: Date.now() };

test.each([
  ["that the API sends", { id: "pool-one", name: "by the API" }, null, "by the API", "/pools/pool-one"],
  ["that is recorded", undefined, recorded, "by the record", "/pools/pool-two"],
  ["of the API where both have one", { id: "pool-one" }, recorded, "pool-one", "/pools/pool-one"],
  ["by its recorded name", { id: "pool-three" }, null, "storefront", "/pools/pool-three"],
])("a session links to its pool: the one %s", async (_, pool, origin, name, href) => {
  const screen = await openSession({
    session: sessionOf({ pool }),
    prepare: (bff) =>
      scriptInventory(
        bff.one(sessionOriginOperations.readSessionOrigin, { pool: origin, invocation: null }),
        [inventoryItemOf("pool", "pool-three", { name: "storefront" })],
      ),
  });
  await expect.element(screen.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
});

test.each([
  ["running", "Invocation"],
  ["succeeded", "Last invocation"],
] as const)("the invocation of an active browser that is %s is its %s", async (status, name) => {
  const invocation = { id: "i1", app_name: "shop", action_name: "browse", version: "v2", status };
  const screen = await openSession({
    prepare: (bff) =>
      bff.one(sessionOriginOperations.readSessionOrigin, {
        pool: null,
        invocation: { ...invocation, seen_ms: Date.now() },
      }),
  });
  await expect.element(screen.getByRole("link", { name: "browse v2" })).toBeVisible();
  await expect.element(screen.getByText(name, { exact: true })).toBeVisible();
});

test("an address with the name of a browser goes on to that of its session", async () => {
  const screen = await openSession({
    session: sessionOf({ session_id: "my-browser" }),
    query: { side: "files" },
    prepare: (bff) =>
      bff.one(operations.retrieveBrowser, sessionOf({ session_id: "session-two", name: "my-browser" })),
  });
  await expect.poll(screen.address).toMatch(/^\/browsers\/session-two\?side=files/);
});

test("a session that cannot be read again is shown as it was, and said to be not up to date", async () => {
  let answers = true;
  const session = sessionOf();
  const screen = await openSession({
    session,
    prepare: (bff) =>
      bff.on(operations.retrieveBrowser, () =>
        answers ? Response.json(session) : problem(503, "store_unavailable", "The database does not answer."),
      ),
  });
  await expect.element(screen.getByText("active", { exact: true })).toBeVisible();
  answers = false;
  const alert = screen.getByRole("alert").filter({ hasText: "The database does not answer." });
  await expect.element(alert).toMatchTextContent("Not up to date");
  answers = true;
  await expect.element(alert).not.toBeInTheDocument();
});

test("the profile of a session is named as gone once it is deleted, as nothing more is saved to it", async () => {
  const items = [inventoryItemOf("profile", "profile-1", { name: "shop" })];
  const screen = await openSession({
    session: sessionOf({ profile: { id: "profile-1", name: "shop" } }),
    prepare: (bff) => scriptInventory(bff, items),
  });
  const profile = screen.getByRole("definition").filter({ hasText: "shop" });
  await expect.element(profile).toMatchTextContent(/^shop$/);
  items[0] = inventoryItemOf("profile", "profile-1", { name: "shop", ended_at_ms: Date.now() });
  await expect.element(profile).toMatchTextContent(/^shop\s*gone$/);
});

test("the proxy of a session is named as down while it is unavailable", async () => {
  const of = (status: string) => inventoryItemOf("proxy", "proxy-1", { name: "tokyo", details: { status } });
  const items = [of("unavailable")];
  const screen = await openSession({
    session: sessionOf({ proxy_id: "proxy-1" }),
    prepare: (bff) => scriptInventory(bff, items),
  });
  const proxy = screen.getByRole("definition").filter({ hasText: "tokyo" });
  await expect.element(proxy).toMatchTextContent(/^tokyo\s*down$/);
  items[0] = of("available");
  await expect.element(proxy).toMatchTextContent(/^tokyo$/);
});

test("a session has no state while it is read for the first time", async () => {
  const read = Promise.withResolvers<Response>();
  const session = sessionOf({ session_id: "read-later" });
  const screen = await openSession({
    session,
    prepare: (bff) => bff.on(operations.retrieveBrowser, () => read.promise),
  });
  await expect.element(screen.getByRole("heading", { level: 1, name: "read-later" })).toBeVisible();
  await expect.element(screen.getByText("unknown", { exact: true })).not.toBeInTheDocument();
  read.resolve(Response.json(session));
  await expect.element(screen.getByText("active", { exact: true })).toBeVisible();
});
