import { useFormats } from "../i18n/use-formats";

/**
 * Words for what the assistant costs. The server counts millionths of the currency, which may be any short text. An amount
 * below a hundredth has four digits after the point.
 */
export function useCost() {
  const { number } = useFormats();
  return (millionths: number, currency: string) => {
    const amount = millionths / 1_000_000;
    const digits = amount > 0 && amount < 0.01 ? 4 : 2;
    const shown = number(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return `${shown} ${currency}`.trim();
  };
}
