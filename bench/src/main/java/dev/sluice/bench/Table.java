package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/// Rows of text in columns. The first few columns are words and stand left, the others are numbers
/// and stand right.
final class Table {
    private Table() {}

    static String plain(List<String> heads, List<List<String>> rows, int words) {
        var widths = widths(heads, rows);
        var text = new StringBuilder(line(heads, widths, words, "  ")).append('\n');
        for (var row : rows) text.append(line(row, widths, words, "  ")).append('\n');
        return text.toString();
    }

    static String markdown(List<String> heads, List<List<String>> rows, int words) {
        var widths = widths(heads, rows);
        var rules = new ArrayList<String>();
        for (int i = 0; i < widths.length; i++) rules.add(i < words ? "---" : "---:");
        var text = new StringBuilder();
        for (var row : List.of(heads, rules)) text.append(cells(row, widths, words));
        for (var row : rows) text.append(cells(row, widths, words));
        return text.toString();
    }

    private static String cells(List<String> row, int[] widths, int words) {
        return "| " + line(row, widths, words, " | ") + " |\n";
    }

    private static String line(List<String> row, int[] widths, int words, String between) {
        var cells = new ArrayList<String>();
        for (int i = 0; i < widths.length; i++) {
            var space = " ".repeat(widths[i] - row.get(i).length());
            cells.add(i < words ? row.get(i) + space : space + row.get(i));
        }
        return String.join(between, cells);
    }

    private static int[] widths(List<String> heads, List<List<String>> rows) {
        var widths = new int[heads.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(4, heads.get(i).length());
            for (var row : rows) widths[i] = Math.max(widths[i], row.get(i).length());
        }
        return widths;
    }
}
