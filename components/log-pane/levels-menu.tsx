"use client";

import { Layers } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { formatCount } from "@/lib/format/numbers";
import { everyLevel, type LevelSet, levelBit, logLevels } from "@/lib/live/log-level";
import { levelLooks } from "./hue-class.ts";

const graveLevels = levelBit("fatal") | levelBit("error") | levelBit("warn");

/** Which levels are shown, with how many lines of each are held. */
export function LevelsMenu({
  levels,
  counts,
  onLevels,
}: {
  levels: LevelSet;
  /** In the order of `logLevels`. */
  counts: readonly number[];
  onLevels: (levels: LevelSet) => void;
}) {
  const shown = logLevels.filter((level) => (levels & levelBit(level)) !== 0);
  const some = levels !== everyLevel;
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={some ? `Levels: ${levelNames(levels)}` : "Levels: all"}
          className={some ? "bg-selected! text-ink!" : "px-1.5!"}
        >
          <Layers />
          <span className="hidden @md:inline">Levels</span>
          {some ? <span className="text-ink-2">{shown.length}</span> : null}
        </Button>
      }
    >
      {logLevels.map((level, index) => (
        <MenuCheckboxItem
          key={level}
          checked={(levels & levelBit(level)) !== 0}
          onCheckedChange={() => onLevels(levels ^ levelBit(level))}
          onSelect={(event) => event.preventDefault()}
        >
          <span aria-hidden="true" className={`w-[1ch] font-mono ${levelLooks[level].tone}`}>
            {levelLooks[level].letter}
          </span>
          <span className="flex-1">{levelLooks[level].word}</span>
          <span className="pl-4 text-label text-ink-3">{formatCount(counts[index])}</span>
        </MenuCheckboxItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onLevels(graveLevels)}>Warnings and worse only</MenuItem>
      <MenuItem onSelect={() => onLevels(everyLevel)}>All levels</MenuItem>
    </Menu>
  );
}

/** The levels of a set in words: `error, warning`. */
export function levelNames(levels: LevelSet): string {
  const names = logLevels
    .filter((level) => (levels & levelBit(level)) !== 0)
    .map((level) => levelLooks[level].word.toLowerCase());
  return names.length === 0 ? "none" : names.join(", ");
}
