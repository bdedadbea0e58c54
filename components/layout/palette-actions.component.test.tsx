// The register of actions: what views offer, and acts that another view performs.
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { PaletteActions, useOfferedActions, usePaletteAct, usePaletteActions } from "./palette-actions.tsx";
import { usePerformAction } from "./palette-awaited.ts";

function Offered({ timeoutMs }: { timeoutMs: number }) {
  const perform = usePerformAction(timeoutMs);
  return useOfferedActions().map((action) => (
    <button key={action.id} type="button" onClick={() => perform(action)}>
      {action.label}
    </button>
  ));
}

function Page({ blocked }: { blocked?: string }) {
  const [open, setOpen] = useState(false);
  usePaletteAct("create", "Create thing…", () => setOpen(true), blocked);
  return open ? <p>The form is open</p> : null;
}

function App({ blocked }: { blocked?: string }) {
  const router = useRouter();
  const path = usePathname();
  usePaletteActions([
    { id: "create", label: "Create thing…", leads: "/things", run: () => router.push("/things") },
  ]);
  if (path === "/others") return <Page key={path} />;
  return path === "/things" ? (
    <Page key={path} {...(blocked === undefined ? {} : { blocked })} />
  ) : (
    <p>Another page</p>
  );
}

/** `timeoutMs`: how long a page that has been opened may take to offer an act. */
async function draw(app: ReactNode, timeoutMs = 60_000) {
  const screen = await renderView(
    <PaletteActions>
      {app}
      <Offered timeoutMs={timeoutMs} />
    </PaletteActions>,
  );
  const act = screen.getByRole("button", { name: "Create thing…" });
  return { ...screen, act, form: screen.getByText("The form is open") };
}

test("an act of another page is listed once, opens that page, and is performed there", async () => {
  const { act, form } = await draw(<App />);
  await act.click();
  await expect.element(form).toBeVisible();
  expect(act.elements()).toHaveLength(1);
});

test("an act that the page cannot perform opens the page, says why, and is never performed later", async () => {
  const screen = await draw(<App blocked="This API cannot create things." />);
  await screen.act.click();
  await expect.element(screen.getByText("Not done: Create thing")).toBeVisible();
  await expect.element(screen.getByText("This API cannot create things.")).toBeVisible();
  expect(screen.address()).toBe("/things");
  window.history.pushState(null, "", "/others");
  await expect.element(screen.act).toBeVisible();
  await expect.element(screen.form).not.toBeInTheDocument();
});

function Unoffered() {
  const router = useRouter();
  const path = usePathname();
  usePaletteActions([
    { id: "create", label: "Create thing…", leads: "/empty", run: () => router.push("/empty") },
  ]);
  return path === "/others" ? <Page /> : <p>Nothing is offered at {path}</p>;
}

test("an act that its page never offers ends with a notice, and is not performed by the page opened next", async () => {
  const screen = await draw(<Unoffered />, 300);
  await screen.act.click();
  await expect.element(screen.getByText("Nothing is offered at /empty")).toBeVisible();
  await expect.element(screen.getByText("Not done: Create thing")).toBeVisible();
  await expect.element(screen.getByText("This page does not offer it.")).toBeVisible();
  window.history.pushState(null, "", "/others");
  await expect.element(screen.getByText(/^Nothing is offered/)).not.toBeInTheDocument();
  await expect.element(screen.form).not.toBeInTheDocument();
});

test("an act whose page is left before it is offered ends there, also where another page has one of that name", async () => {
  const screen = await draw(<Unoffered />);
  await screen.act.click();
  await expect.element(screen.getByText("Nothing is offered at /empty")).toBeVisible();
  window.history.pushState(null, "", "/others");
  await expect.element(screen.getByText("Not done: Create thing")).toBeVisible();
  await expect.element(screen.getByText("You left its page before it was ready.")).toBeVisible();
  await expect.element(screen.form).not.toBeInTheDocument();
});
