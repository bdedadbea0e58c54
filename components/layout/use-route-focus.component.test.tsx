// Where the keyboard goes on after a page was opened and left again.
import { usePathname } from "next/navigation";
import { Fragment, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { renderView } from "@/tests/support/component/render-view";
import { useRouteFocus } from "./use-route-focus.ts";

const columns = [
  { id: "name", header: "Name", cell: (name: string) => <a href={`/things/${name}`}>{name}</a> },
];

/** A list whose rows load when the button is pressed, and the page of each row. */
function Pages() {
  const path = usePathname();
  const [loaded, setLoaded] = useState(true);
  useRouteFocus();
  return path === "/things" ? (
    <Fragment key={path}>
      <DataTable
        caption="Things"
        columns={columns}
        rows={loaded ? ["one", "two", "three"] : undefined}
        rowKey={(name) => name}
        active={{ onOpen: (name) => window.history.pushState(null, "", `/things/${name}`) }}
        empty="none"
      />
      <Button onClick={() => setLoaded(true)}>Load</Button>
    </Fragment>
  ) : (
    <Fragment key={path}>
      <h1>{path}</h1>
      <Button onClick={() => setLoaded(false)}>Forget</Button>
      <a href="/things">All</a>
    </Fragment>
  );
}

const row = (name: string) => page.getByRole("row", { name });
const heading = (name: string) => page.getByRole("heading", { name: `/things/${name}` });
const main = () => document.getElementById("main");

test("after Back the focus is on the row that was opened, also when the rows load later", async () => {
  await renderView(<Pages />, { at: "/things" });
  await userEvent.tab();
  await userEvent.keyboard("j{Enter}");
  await expect.element(heading("two")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(main());
  window.history.back();
  await expect.element(row("two")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("two")).toBeVisible();
  await page.getByRole("button", { name: "Forget" }).click();
  window.history.back();
  await expect.poll(() => document.activeElement).toBe(main());
  await expect.element(row("two")).not.toBeInTheDocument();
  page
    .getByRole("button", { name: "Load" })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(row("two")).toHaveFocus();
});

test("a followed link back leads to the content, not to a row", async () => {
  await renderView(<Pages />, { at: "/things" });
  await row("three").getByRole("link").click();
  await expect.element(heading("three")).toBeVisible();
  await page.getByRole("link", { name: "All" }).click();
  await expect.element(row("three")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(main());
});
