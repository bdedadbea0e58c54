import { Badge, type Tone } from "@/components/ui/badge";

/** Which fleet this is, in the colour its owners gave it: one of a closed list, so that it always meets contrast. */
export interface Environment {
  readonly name: string;
  /** `red`, `amber`, `green`, `blue`, `violet` or `gray`; anything else reads as gray. */
  readonly color: string;
}

const tones: Readonly<Record<string, Tone>> = {
  red: "bad",
  amber: "warn",
  green: "ok",
  blue: "running",
  violet: "queued",
  gray: "neutral",
};

export function EnvironmentChip({ environment }: { environment: Environment }) {
  return (
    <Badge tone={tones[environment.color] ?? "neutral"} className="h-6 min-w-0">
      <span className="sr-only">Environment </span>
      {environment.name}
    </Badge>
  );
}
