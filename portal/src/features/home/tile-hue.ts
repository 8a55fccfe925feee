/** Green belongs to the AI product (K-32), so letter tiles keep out of this part of the OKLCH circle. */
const GREEN_ENDS = 175;
const REACH = 290;
const GOLDEN_ANGLE = 137.508;

/** A hue in degrees that is the product's own for good; neighbouring ids land far apart. */
export function tileHue(id: number): number {
  return Math.round((GREEN_ENDS + ((id * GOLDEN_ANGLE) % REACH)) % 360);
}
