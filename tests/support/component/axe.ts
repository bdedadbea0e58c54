// Accessibility check of one element, for overlays that no page visit shows.
import axe from "axe-core";

/** Faults within `part`, in text that names the place, once nothing in it moves that comes to an end. */
export async function axeViolationsIn(part: Element): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  // A part alone has no landmarks around it.
  const { violations } = await axe.run(part, { rules: { region: { enabled: false } } });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}
