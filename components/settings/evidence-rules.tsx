import { DescriptionItem } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { EvidenceState } from "@/lib/bff/evidence";
import { formatException, kindNames, ruleTexts, storedLogRule } from "./evidence-messages.ts";
import { Setting } from "./evidence-setting.tsx";
import { evidenceRulesTexts } from "./setting-messages.ts";

const otherKinds = ["network", "pictures", "video"] as const;

/** Rows of `EvidenceRules` that are always there, in order, with their heights. */
export const evidenceRules = [
  { name: evidenceRulesTexts.logsStored, height: "h-10" },
  ...otherKinds.map((kind) => ({ name: kindNames[kind], height: "h-5" })),
];

/** The rules by which evidence is stored, and who changed them. */
export function EvidenceRules({
  evidence: { settings, changed, set_by: by, set_at_ms: atMs },
}: {
  evidence: EvidenceState;
}) {
  const logs = storedLogRule(settings.logs);
  return (
    <>
      <DescriptionItem name={evidenceRulesTexts.logsStored}>
        <Setting name="logs">{logs.text}</Setting>
        <span className="block text-ink-3">{logs.note}</span>
      </DescriptionItem>
      {otherKinds.map((kind) => (
        <DescriptionItem key={kind} name={kindNames[kind]}>
          <Setting name={kind}>{ruleTexts[settings[kind]]}</Setting>
        </DescriptionItem>
      ))}
      {settings.exceptions.length === 0 ? null : (
        <DescriptionItem name={evidenceRulesTexts.exceptions}>
          <ul>
            {settings.exceptions.map((exception) => {
              const text = formatException(exception);
              return <li key={text}>{text}</li>;
            })}
          </ul>
        </DescriptionItem>
      )}
      {changed.length === 0 || by === null ? null : (
        <DescriptionItem name={evidenceRulesTexts.changed}>
          {evidenceRulesTexts.by(by)}
          <RelativeTime at={atMs} />
        </DescriptionItem>
      )}
    </>
  );
}
