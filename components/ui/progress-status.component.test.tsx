import { type ComponentProps, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { recordAnnouncements } from "@/tests/support/component/announcements";
import { renderView } from "@/tests/support/component/render-view";
import { ProgressStatus } from "./progress-status.tsx";

type Step = ComponentProps<typeof ProgressStatus>;

function Steps({ steps }: { steps: readonly Step[] }) {
  const [at, setAt] = useState(0);
  const step = steps[at - 1];
  return (
    <>
      <p data-testid="shown">{step === undefined ? null : <ProgressStatus {...step} />}</p>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  );
}

/** Draws the steps one after the other. */
async function announcedOf(steps: readonly Step[]) {
  await renderView(<Steps steps={steps} />);
  const announced = recordAnnouncements();
  for (const { text } of steps) {
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => page.getByTestId("shown").element().firstChild?.textContent).toBe(text);
  }
  return announced;
}

test("each step is shown; the start, each quarter and a new stage are announced", async () => {
  const counted = Array.from({ length: 41 }, (_, at) => ({ text: `${at} of 40`, share: at / 40 }));
  expect(await announcedOf([...counted, { text: "40 done", share: 1, stage: "over" }])).toEqual([
    ...["0 of 40", "10 of 40", "20 of 40", "30 of 40"],
    "40 done",
  ]);
});

test("of a whole that is not known, the start is announced", async () => {
  const sizes = [1, 2, 30, 400, 5_000].map((size) => ({ text: `${size} MB received` }));
  expect(await announcedOf(sizes)).toEqual(["1 MB received"]);
});
