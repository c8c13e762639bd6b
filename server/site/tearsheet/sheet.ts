import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { fillText } from '../language/format.ts';
import { drawChart } from './chart.ts';
import { footTop, margin, width } from './frame.ts';
import { inks, line, type Pdf, paragraph, writePdf } from './pdf.ts';
import { drawHead, drawTiles } from './sheet-head.ts';
import {
  drawBenchmark,
  drawDrawdowns,
  drawMonths,
  drawRolling,
  drawStatistics,
} from './sheet-tables.ts';

const chartHeight = 176;

type SheetContext = Pick<Context, 'site' | 'language'>;

/** Writes an account on one page of A4. What its owner hides is left out. */
export function tearSheet(account: PageAccount, context: SheetContext): Promise<Buffer> {
  const { name, owner, as_of } = account;
  const about = {
    title: name,
    author: owner.name ?? (account.isShared ? '' : owner.slug),
    at: new Date(as_of),
  };
  return writePdf(about, (pdf) => {
    let top = drawHead(pdf, account, context.language);
    top = drawTiles(pdf, account, top, context.language);
    if (account.curve !== null && account.curve.date.length > 1) {
      drawChart(pdf, account, { left: margin, top, width, height: chartHeight }, context.language);
      top += chartHeight + 12;
    }
    top = drawMonths(pdf, account, top, context.language);
    top = Math.max(
      drawBenchmark(pdf, account, top, context.language),
      drawDrawdowns(pdf, account, top, context.language),
    );
    top = drawRolling(pdf, account, top, context.language);
    drawStatistics(pdf, account, top, context.language);
    drawFoot(pdf, account, context);
  });
}

function drawFoot(pdf: Pdf, account: PageAccount, { site, language }: SheetContext): void {
  const { words, format, to } = language;
  const address = `${site.baseUrl}${to(`/account/${account.slug}`)}`;
  const day = format.day(account.as_of);
  pdf
    .moveTo(margin, footTop)
    .lineTo(margin + width, footTop)
    .lineWidth(0.5)
    .strokeColor(inks.line)
    .stroke();
  const foot = { width, size: 6.5, colour: inks.quiet };
  const next = paragraph(pdf, words.tearSheet.foot, margin, footTop + 5, foot);
  const { siteName, operatorName: name } = site;
  const operator = name === null ? null : fillText(words.layout.operatedBy, { name });
  const parts = [siteName, account.isShared ? null : address, day, operator];
  line(pdf, parts.filter((part) => part !== null).join(' · '), margin, next - 2, foot);
}
