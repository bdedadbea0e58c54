import { useState } from "react";

/** Which quarter of the whole has been reached; the last one ends with a result of its own. */
const quarterOf = (share: number) => Math.min(3, Math.floor(share * 4));

/** A text that is drawn as it changes, and announced at its start, at each quarter and with each `stage`. */
export function ProgressStatus({
  text,
  share,
  stage = "",
}: {
  text: string;
  /** 0 to 1; undefined if unknown. */
  share?: number | undefined;
  stage?: string;
}) {
  const step = `${stage} ${share === undefined ? "" : quarterOf(share)}`;
  const [announced, setAnnounced] = useState({ step, text });
  if (announced.step !== step) setAnnounced({ step, text });
  return (
    <>
      {text}
      <span role="status" className="sr-only">
        {announced.text}
      </span>
    </>
  );
}
