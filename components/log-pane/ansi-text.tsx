import { memo } from "react";
import { lineEnd, toSegments } from "@/lib/format/ansi";
import { ansiClass } from "./ansi-class.ts";

/** Text of several lines with its colours, each line as a log pane draws it. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  let at = 0;
  return text.split(lineEnd).flatMap((line, index) => {
    const drawn = toSegments(line).map((segment) => {
      const name = ansiClass(segment.look);
      at += 1;
      return name === undefined ? (
        segment.text
      ) : (
        <span key={at} className={name}>
          {segment.text}
        </span>
      );
    });
    return index === 0 ? drawn : ["\n", ...drawn];
  });
});
