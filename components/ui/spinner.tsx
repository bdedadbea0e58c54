import { LoaderCircle } from "lucide-react";

/** Marks work in progress inside a control; whole areas get a skeleton instead. */
export function Spinner({ label = "Working" }: { label?: string }) {
  return <LoaderCircle role="img" aria-label={label} className="size-3.5 shrink-0 animate-turn" />;
}
