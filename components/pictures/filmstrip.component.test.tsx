// A filmstrip of real pictures: by pointer, by keyboard, and opened.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Picture } from "@/lib/bff/pictures";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { makePictures } from "@/tests/support/component/scripted-pictures";
import { Filmstrip } from "./filmstrip.tsx";

const startMs = Date.UTC(2026, 10, 22, 3, 8, 58);
const range = { fromMs: startMs, toMs: startMs + 60_000 };
const seconds = (...at: readonly number[]) => at.map((second) => ({ at_ms: startMs + second * 1_000 }));

async function open(pictures: readonly Picture[]) {
  const scrubbed: number[] = [];
  const shown: number[] = [];
  const screen = await renderView(
    <div className="w-[600px]">
      <Filmstrip
        pictures={pictures}
        range={range}
        onScrub={(atMs) => scrubbed.push((atMs - startMs) / 1_000)}
        onShowAt={(atMs) => shown.push((atMs - startMs) / 1_000)}
      />
    </div>,
  );
  const strip = screen.getByRole("group", { name: "Pictures" });
  const box = (name: string | RegExp) => strip.getByRole("button", { name });
  return Object.assign(screen, { strip, box, scrubbed, shown });
}

/** The address that the shown picture was made with, read from the box's alternative text. */
const altsOf = (strip: Element) => [...strip.querySelectorAll("img")].map(({ alt }) => alt.split(": ")[1]);

test("pictures stand at their times without overlapping, loaded, named by time and address", async () => {
  const screen = await open(await makePictures(seconds(0, 1, 2, 20, 60)));
  await expect.element(screen.box("Page at 03:08:58.000: shop.example/page-0")).toBeVisible();
  await expect.element(screen.box("Page at 03:09:18.000: shop.example/page-3")).toBeVisible();
  const boxes = [...screen.strip.element().querySelectorAll("button")].map((each) =>
    each.getBoundingClientRect(),
  );
  const left = screen.strip.element().getBoundingClientRect().left;
  expect(boxes.map((rect) => Math.round(rect.left - left))).toEqual([0, 200, 552]);
  const images = () => [...screen.strip.element().querySelectorAll("img")];
  await expect.poll(() => images().map(({ naturalWidth }) => naturalWidth)).toEqual([320, 320, 320]);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("hover shows a picture larger with its time and address, and moves through those of one place", async () => {
  const screen = await open(await makePictures(seconds(0, 1, 2, 30)));
  const first = screen.box(/page-0/);
  await userEvent.hover(first, { position: { x: 2, y: 10 } });
  const preview = page.getByRole("tooltip");
  await expect.element(preview).toMatchTextContent(/03:08:58\.000.*1 of 3 here.*shop\.example\/page-0/);
  await expect.poll(() => preview.element().querySelector("img")?.clientWidth).toBeGreaterThan(200);
  await userEvent.hover(screen.box(/page-0/), { position: { x: 30, y: 10 } });
  await expect.element(preview).toMatchTextContent(/03:09:00\.000.*3 of 3 here.*page-2/);
  expect(screen.scrubbed).toEqual([]);
});

test("arrow keys reach every picture and publish its time, as Home and End do", async () => {
  const screen = await open(await makePictures(seconds(0, 1, 2, 30)));
  await expect.element(screen.box(/page-0/)).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.box(/page-0/)).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(screen.box(/page-2/)).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(screen.box(/page-3/)).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowLeft}{End}{ArrowLeft}");
  await expect.element(screen.box(/page-2/)).toHaveFocus();
  expect(screen.scrubbed).toEqual([1, 2, 30, 0, 30, 2]);
  expect(altsOf(screen.strip.element())).toEqual(["shop.example/page-2", "shop.example/page-3"]);
});

test("a click opens a picture in full, with the ones around it and its time in the log", async () => {
  const screen = await open(
    await makePictures([...seconds(0, 20), { at_ms: startMs + 40_000, reason: "error" }]),
  );
  await screen.box(/page-1/).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/2026-11-22 03:09:18\.000.*picture 2 of 3/);
  await expect
    .element(dialog.getByRole("img", { name: "Page at 03:09:18.000: shop.example/page-1" }))
    .toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(/Page error.*picture 3 of 3.*https:\/\/shop\.example\/page-2/);
  await expect.element(dialog.getByRole("button", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  await expect.element(dialog).toMatchTextContent(/picture 1 of 3/);
  await dialog.getByRole("button", { name: "Show in log" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.shown).toEqual([0]);
});

test("a picture that was deleted meanwhile leaves a sign in its place", async () => {
  const screen = await open(await makePictures([{ at_ms: startMs, url: "deleted" }, ...seconds(30)]));
  await expect.element(screen.box(/^Page at 03:08:58\.000: deleted \(could not be loaded\)$/)).toBeVisible();
  await expect.element(screen.box(/page-1$/)).toBeVisible();
});
