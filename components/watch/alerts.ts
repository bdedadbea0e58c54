// How the end of a run is told beyond the page. Nothing here is asked for or made before the operator switches it on.
let audio: AudioContext | undefined;

/** Readies the sound; a browser plays one only after the page was touched, so call it from a click or a key press. */
export async function readySound(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume().catch(() => {});
}

const tones = { up: [523, 784], down: [523, 349] } as const;
const toneSeconds = 0.18;
const loudness = 0.12;

/** Two short tones: upwards for a success, downwards for anything else. Silent until the browser allows sound. */
export function playTones(way: keyof typeof tones): void {
  if (audio?.state !== "running") return;
  const { currentTime, destination } = audio;
  for (const [at, frequency] of tones[way].entries()) {
    const begin = currentTime + at * toneSeconds;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness, begin + 0.02);
    gain.gain.linearRampToValueAtTime(0, begin + toneSeconds);
    oscillator.connect(gain).connect(destination);
    oscillator.start(begin);
    oscillator.stop(begin + toneSeconds);
  }
}

export type NotifyState = NotificationPermission | "unsupported";

/** Whether this browser lets the page notify. */
export const notifyState = (): NotifyState =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

/** Asks the operator, by the browser's own question. */
export async function askToNotify(): Promise<NotifyState> {
  return typeof Notification === "undefined" ? "unsupported" : Notification.requestPermission();
}

/** Shows a notification outside of the page; `tag` replaces an older one of the same run. */
export function showNotification(title: string, body: string, tag: string, onOpen: () => void): void {
  if (notifyState() !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      onOpen();
    });
  } catch {
    // Some phones allow notifications from service workers only; the tray and the title tell of it.
  }
}
