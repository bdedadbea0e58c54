// A sign-in that ends while something is typed that is stored nowhere.
import "@/tests/support/component/fast-paces";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { CreateProxyDialog } from "@/components/proxies/create-proxy-dialog";
import { Button } from "@/components/ui/button";
import { removeDrafts } from "@/components/ui/remove-drafts";
import { sessionOperations } from "@/lib/bff/operations/session";
import { proxyOperations } from "@/lib/contract/operations/proxies";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { renderView } from "@/tests/support/component/render-view";
import { problem, ScriptedBff } from "@/tests/support/component/scripted-bff";
import { SignInRequests } from "./sign-in-requests.tsx";

const { createProxy } = proxyOperations;
const { retrieveSession } = sessionOperations;

function Proxies({ onSignedIn }: { onSignedIn: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create…</Button>
      {open ? <CreateProxyDialog onCreated={() => undefined} onClose={() => setOpen(false)} /> : null}
      <SignInRequests username="ada" onSignedIn={onSignedIn} />
    </>
  );
}

/** A server on which the sign-in ends when the form is sent, until `signIn` is called. */
async function draw() {
  let who: string | undefined = "ada";
  const bff = new ScriptedBff();
  const signedOut = () => problem(401, "unauthenticated", "Sign in first.");
  const onSignedIn = vi.fn();
  removeDrafts();
  await renderView(<Proxies onSignedIn={onSignedIn} />, { at: "/proxies", bff });
  const answer = bff.handlerOf(retrieveSession);
  bff
    .on(retrieveSession, async (call) => {
      if (who === undefined) return signedOut();
      const known: unknown = await (await answer(call)).json();
      return Response.json({ ...Object(known), operator: { username: who, role: "admin" } });
    })
    .on(createProxy, () =>
      who === "ada" ? Response.json({ id: "px1", name: "eu" }, { status: 201 }) : signedOut(),
    );
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  return {
    bff,
    opened,
    onSignedIn,
    signIn: (name: string | undefined) => {
      who = name;
    },
  };
}
const form = () => page.getByRole("dialog", { name: "Create proxy" });
const question = () => page.getByRole("dialog", { name: "You are signed out" });

async function typeProxy() {
  await page.getByRole("button", { name: "Create…" }).click();
  await form().getByLabelText("Host").fill("203.0.113.7");
  await form().getByLabelText("Port").fill("8080");
  await form()
    .getByLabelText(/^User name/)
    .fill("ada");
  expect(warnsBeforeUnload()).toBe(false);
  await form()
    .getByLabelText(/^Password/)
    .fill("of nobody");
  await expect.poll(warnsBeforeUnload).toBe(true);
}

test("a typed password outlives a sign-in that ends: the page asks for another one and sends the form then", async () => {
  const { bff, opened, onSignedIn, signIn } = await draw();
  await typeProxy();
  signIn(undefined);
  await form().getByRole("button", { name: "Create proxy" }).click();
  await expect.element(question()).toMatchTextContent("Sign in as ada in a new window");
  await expect.element(question().getByRole("button", { name: "Sign in…" })).toHaveFocus();
  expect(await axeViolationsIn(question().element())).toEqual([]);
  await question().getByRole("button", { name: "Sign in…" }).click();
  expect(opened.mock.calls[0]?.[0]).toBe("/sign-in");
  await expect
    .element(question().getByRole("alert"))
    .toMatchTextContent("The browser blocked the new window. Open in a new tab");
  await expect.element(question().getByRole("link")).toHaveAttribute("href", "/sign-in");
  expect(await axeViolationsIn(question().element())).toEqual([]);
  const close = vi.fn();
  opened.mockReturnValue(Object.assign(Object.create(null), { close }));
  await question().getByRole("button", { name: "Sign in…" }).click();
  await expect.element(question().getByRole("link")).not.toBeInTheDocument();
  signIn("bo");
  await expect.element(question().getByRole("alert")).toMatchTextContent("You are signed in as bo.");
  signIn("ada");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(form()).not.toBeInTheDocument();
  expect(bff.calls(createProxy).map(({ body }) => body)).toMatchObject([
    { config: { password: "of nobody" } },
    { config: { password: "of nobody" } },
  ]);
  expect(onSignedIn).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  expect(Object.values(sessionStorage).join()).not.toContain("of nobody");
  await expect.poll(warnsBeforeUnload).toBe(false);
});
