// The register of actions: what views offer, and acts that another view performs.
import { useState } from "react";
import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import {
  PaletteActions,
  useOfferedActions,
  usePaletteAct,
  usePaletteActions,
  usePerformAction,
} from "./palette-actions.tsx";

function Offered() {
  const perform = usePerformAction();
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
  const [page, setPage] = useState(false);
  usePaletteActions([{ id: "create", label: "Create thing…", leads: true, run: () => setPage(true) }]);
  return page ? <Page {...(blocked === undefined ? {} : { blocked })} /> : <p>Another page</p>;
}

test("an act of another page is listed once, opens that page, and is performed there", async () => {
  const screen = await renderView(
    <PaletteActions>
      <App />
      <Offered />
    </PaletteActions>,
  );
  const act = screen.getByRole("button", { name: "Create thing…" });
  await act.click();
  await expect.element(screen.getByText("The form is open")).toBeVisible();
  expect(act.elements()).toHaveLength(1);
});

test("an act that the page cannot perform opens the page only", async () => {
  const screen = await renderView(
    <PaletteActions>
      <App blocked="This API cannot create things." />
      <Offered />
    </PaletteActions>,
  );
  await screen.getByRole("button", { name: "Create thing…" }).click();
  await expect.element(screen.getByText("Another page")).not.toBeInTheDocument();
  await expect.element(screen.getByText("The form is open")).not.toBeInTheDocument();
});
