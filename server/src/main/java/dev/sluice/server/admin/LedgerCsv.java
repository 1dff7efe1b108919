package dev.sluice.server.admin;

import dev.sluice.sale.Movement;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/// Movements as lines of CSV (RFC 4180). A movement has a line for each order that it names, with
/// the units of that order, so that units can be summed and orders filtered; one without orders has
/// one line.
final class LedgerCsv {

    static final String HEADER = "sequence,at,why,from,to,units,orderId,hash\r\n";

    private static final int LINE_BYTES = 160;

    private LedgerCsv() {}

    static Buffer lines(List<Movement> movements) {
        var text = new StringBuilder(movements.size() * LINE_BYTES);
        for (var movement : movements) {
            for (var line : movement.orders()) {
                write(text, movement, line.units(), line.order().toString());
            }
            if (movement.orders().isEmpty()) write(text, movement, movement.units(), "");
        }
        return Buffer.buffer(text.toString());
    }

    private static void write(StringBuilder text, Movement movement, int units, String order) {
        text.append(movement.sequence()).append(',');
        text.append(cell(movement.at())).append(',');
        text.append(cell(movement.why())).append(',');
        text.append(cell(movement.why().from())).append(',');
        text.append(cell(movement.why().to())).append(',');
        text.append(units).append(',');
        text.append(cell(order)).append(',');
        text.append(cell(movement.hash())).append("\r\n");
    }

    /// A value as a cell. What a spreadsheet would run as a formula begins with an apostrophe, and
    /// what has a comma, a quote or a line end stands in quotes.
    static String cell(Object value) {
        var text = value.toString();
        if (!text.isEmpty() && "=+-@\t\r\n".indexOf(text.charAt(0)) >= 0) text = "'" + text;
        boolean isPlain =
                text.chars().allMatch(c -> c != ',' && c != '"' && c != '\r' && c != '\n');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
