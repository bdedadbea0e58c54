import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SignIn } from "@/lib/bff/accounts";
import { bffHeaders } from "@/lib/bff/headers";
import { accountOperations } from "@/lib/bff/operations/accounts";
import type { Role } from "@/lib/bff/roles";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { SignInsSection } from "./sign-ins-section.tsx";

const { listSignIns, endSignIn, endOtherSignIns } = accountOperations;
const signInOf = (given: Partial<SignIn> = {}): SignIn => ({
  id: "s1",
  username: "ada",
  since_ms: Date.now() - 3_600_000,
  last_seen_ms: Date.now() - 60_000,
  ip: "10.0.0.1",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0",
  current: false,
  ...given,
});

async function draw(role: Role) {
  let own = [signInOf({ id: "here", current: true }), signInOf({ id: "phone", ip: "10.0.0.9" })];
  const others = [signInOf({ id: "bo", username: "bo", ip: "10.0.0.7" })];
  const bff = emptyBff()
    .one(listSignIns, ({ query }) => ({
      sign_ins: query.get("of") === "everyone" ? [...own, ...others] : own,
    }))
    .on(endSignIn, ({ params }) => {
      own = own.filter(({ id }) => id !== params.id);
      return new Response(null, { status: 204 });
    })
    .on(endOtherSignIns, () => {
      own = own.filter(({ current }) => current);
      return new Response(null, { status: 204 });
    });
  await renderView(<SignInsSection />, { at: "/settings", bff, role });
  return bff;
}
const row = (text: string) =>
  page.getByRole("table", { name: "Sign-ins" }).getByRole("row").filter({ hasText: text });

test("one's own sign-ins are listed, with this one marked; one or all others are ended", async () => {
  const bff = await draw("viewer");
  await expect.element(row("10.0.0.1")).toMatchTextContent("Chrome on Linux");
  await expect.element(row("10.0.0.1")).toMatchTextContent("this one");
  await expect.element(page.getByRole("switch")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "End sign-in of ada from 10.0.0.9" }).click();
  await expect.element(row("10.0.0.9")).not.toBeInTheDocument();
  expect(bff.calls(endSignIn).map(({ params }) => params.id)).toEqual(["phone"]);
});

test("all others are ended after a confirmation", async () => {
  const bff = await draw("viewer");
  await page.getByRole("button", { name: "End all others…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click();
  await expect.element(row("10.0.0.9")).not.toBeInTheDocument();
  expect(bff.calls(endOtherSignIns)).toHaveLength(1);
});

test("an admin sees those of everyone", async () => {
  await draw("admin");
  await expect.element(row("10.0.0.1")).toBeVisible();
  await expect.element(row("10.0.0.7")).not.toBeInTheDocument();
  await page.getByRole("switch", { name: /^Sign-ins of everyone/ }).click();
  await expect.element(row("10.0.0.7")).toMatchTextContent("bo");
});

test("calls say that the operator is active only for a minute after a key or a click (T17)", async () => {
  const bff = await draw("viewer");
  const activeIn = () => bff.calls(listSignIns).at(-1)?.headers.get(bffHeaders.active);
  await userEvent.keyboard("a");
  await expect.poll(activeIn).toBe("1");
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 61_000);
  onTestFinished(() => clock.mockRestore());
  await expect.poll(activeIn).toBe(null);
  await userEvent.keyboard("a");
  await expect.poll(activeIn).toBe("1");
});
