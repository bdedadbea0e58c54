import clsx from "clsx";
import { controlClass } from "./input.tsx";

/** The box that shows the selected option. */
export const selectClass = (size: "md" | "sm", className: string | undefined): string =>
  clsx(
    controlClass,
    "inline-flex items-center justify-between gap-1.5 text-left data-[placeholder]:text-ink-3",
    size === "md" ? "h-8" : "h-6 text-label",
    className,
  );
