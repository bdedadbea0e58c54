import { Badge, type Tone } from "@/components/ui/badge";
import { environmentChipTexts } from "./shell-messages.ts";

/** Name of this fleet with its configured colour: one of a closed list, so that contrast is guaranteed. */
export interface Environment {
  readonly name: string;
  /** `red`, `amber`, `green`, `blue`, `violet` or `gray`; any other value is shown as gray. */
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
      <span className="sr-only">{environmentChipTexts.environment}</span>
      {environment.name}
    </Badge>
  );
}
