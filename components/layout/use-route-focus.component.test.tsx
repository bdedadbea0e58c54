// Where the keyboard goes on after a page was opened and left again.
import { usePathname } from "next/navigation";
import { Fragment, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DataTable } from "@/components/data-table/data-table";
import { LogPane } from "@/components/log-pane/log-pane";
import { Button } from "@/components/ui/button";
import { lineHash } from "@/lib/live/line-hash";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedLogFeed } from "@/tests/support/component/scripted-log-feed";
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

/** A page with a linked line of a log, whose list loads when the button is pressed, and another page. */
function LogPages({ feed }: { feed: ScriptedLogFeed }) {
  const path = usePathname();
  const [loaded, setLoaded] = useState(true);
  useRouteFocus();
  return path === "/log" ? (
    <Fragment key={path}>
      {loaded ? <a href="/things/two">Two</a> : null}
      <div style={{ height: 300, display: "flex" }}>
        <LogPane
          ofId="i1"
          title="numbers"
          feed={feed}
          formatTime={String}
          target={{ at: feed.at(1), hash: lineHash("line 1") }}
        />
      </div>
      <Button onClick={() => setLoaded(true)}>Load</Button>
    </Fragment>
  ) : (
    <Fragment key={path}>
      <h1>{path}</h1>
      <Button onClick={() => setLoaded(false)}>Forget</Button>
    </Fragment>
  );
}

test("after Back to a linked line the focus is on the link that was followed, not on the log", async () => {
  const feed = new ScriptedLogFeed();
  const load = () => {
    feed.repeat(["line 1", "line 2"]);
    feed.become("open");
  };
  await renderView(<LogPages feed={feed} />, { at: "/log" });
  load();
  const log = page.getByRole("log");
  await expect.element(log).toHaveFocus();
  const link = page.getByRole("link", { name: "Two" });
  await link.click();
  await expect.element(heading("two")).toBeVisible();
  await page.getByRole("button", { name: "Forget" }).click();
  feed.become("connecting");
  window.history.back();
  await expect.element(log).toBeVisible();
  load();
  await expect.element(log.getByText("line 1")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(main());
  page
    .getByRole("button", { name: "Load" })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(link).toHaveFocus();
});
