// The state of a screen in its address.
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { queryMap } from "@/lib/contract/schema";
import { renderView } from "@/tests/support/component/render-view";
import { useUrlQuery } from "./use-url-query.ts";

const schema = z.object({ made: z.optional(z.string()) });

/** Writes what was made once the answer comes, wherever the operator is by then. */
function Making({ answer }: { answer: Promise<string> }) {
  const { value, set } = useUrlQuery(schema);
  const [atFirst] = useState(() => set);
  useEffect(() => void answer.then((made) => atFirst({ made })), [answer, atFirst]);
  return <p>made: {value.made ?? "nothing"}</p>;
}

async function making(at: string) {
  const answer = Promise.withResolvers<string>();
  const screen = await renderView(<Making answer={answer.promise} />, { at });
  await expect.element(page.getByText("made: nothing")).toBeVisible();
  return { screen, answer };
}

test("an answer that comes after the page was left changes no address and adds no step", async () => {
  const { screen, answer } = await making("/things?other=1");
  window.history.pushState(null, "", "/elsewhere?kept=1");
  const steps = window.history.length;
  answer.resolve("blue");
  await answer.promise;
  // After everything that waits for the same answer.
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.address()).toBe("/elsewhere?kept=1");
  expect(window.history.length).toBe(steps);
});

const labels = z.object({
  made: z.optional(z.string().check(z.maxLength(4))),
  tags: z.optional(queryMap),
});
function Labels() {
  const { value, ignored, set } = useUrlQuery(labels);
  return (
    <>
      <p>{JSON.stringify({ value, ignored: ignored.map(({ path }) => path) })}</p>
      <button type="button" onClick={() => set({ made: "turquoise" })}>
        Paint
      </button>
    </>
  );
}

test("a value that the address cannot hold changes nothing, and says why", async () => {
  const screen = await renderView(<Labels />, { at: "/things?made=blue" });
  await screen.getByRole("button", { name: "Paint" }).click();
  await expect.element(screen.getByText("Not changed")).toBeVisible();
  await expect.element(screen.getByText(/^made: /)).toBeVisible();
  expect(screen.address()).toBe("/things?made=blue");
});

test("what cannot be read is named and ignored, whatever its name", async () => {
  const at = "/things?utm.x=1&utm.x=2&made=orange&tags[a.b]=1&tags[a.b]=2&tags[c]=3";
  const screen = await renderView(<Labels />, { at });
  const shown = JSON.parse(screen.container.querySelector("p")?.textContent ?? "");
  expect(shown.value).toEqual({ tags: { c: "3" } });
  expect(shown.ignored.toSorted()).toEqual(["query.made", "query.tags[a.b]", "query.utm.x"]);
});

test("an answer that comes while the page is open changes its address, and keeps what others wrote", async () => {
  const { screen, answer } = await making("/things?other=1");
  window.history.pushState(null, "", "/things?other=2");
  answer.resolve("blue");
  await expect.element(page.getByText("made: blue")).toBeVisible();
  expect(screen.address()).toBe("/things?other=2&made=blue");
});
