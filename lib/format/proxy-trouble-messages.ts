// What is wrong with a proxy, as a title or the start of a sentence.
export const proxyTroubleTexts = {
  isDown: (name: string) => `Proxy ${name} is down`,
  goesUpAndDown: (name: string) => `Proxy ${name} goes up and down`,
} as const;
