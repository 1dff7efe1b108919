package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A method or constructor, found by its brackets rather than by a parser: a name with a type
/// before it and a list after it, at the end of a statement or before a body.
///
/// @param position of the name
/// @param end of the body, or of the declaration when there is none
record Method(String name, int position, int end, int parameters, boolean isConstructor) {

    private static final Pattern THROWS = Pattern.compile("\\)(\\s*throws\\s+[\\w.,\\s]+)$");
    private static final Pattern NAME = Pattern.compile("(\\w+)\\s*$");
    private static final Set<String> MODIFIERS = Set.of("public", "protected", "private");
    private static final Set<String> NOT_A_NAME =
            Set.of("if", "for", "while", "switch", "catch", "try", "synchronized", "super", "this");
    private static final Set<String> NOT_A_TYPE =
            Set.of(
                    "new", "return", "throw", "else", "yield", "assert", "case", "do", "record",
                    "when");

    static List<Method> in(Source source) {
        var methods = new ArrayList<Method>();
        var code = source.code();
        int start = 0;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == ';' || c == '{' || c == '}') {
                if (c != '}') add(methods, code, start, i);
                start = i + 1;
            }
        }
        return methods;
    }

    private static void add(List<Method> methods, String code, int start, int end) {
        boolean hasBody = code.charAt(end) == '{';
        var header = code.substring(start, end).stripTrailing();
        var thrown = THROWS.matcher(header);
        if (thrown.find()) header = header.substring(0, thrown.start(1)).stripTrailing();
        if (!header.endsWith(")")) return;
        int open = openingOf(header);
        if (open < 0) return;
        var name = NAME.matcher(header.substring(0, open));
        if (!name.find() || NOT_A_NAME.contains(name.group(1))) return;
        var before = header.substring(0, name.start()).stripTrailing();
        var type = NAME.matcher(before);
        var word = type.find() ? type.group(1) : "";
        boolean hasType = before.endsWith(">") || before.endsWith("]") || !word.isEmpty();
        if (NOT_A_TYPE.contains(word)) return;
        boolean constructor = !hasType || MODIFIERS.contains(word);
        if (constructor && !hasBody) return;
        int last = hasBody ? closingOf(code, end) : end;
        int count = count(header.substring(open + 1, header.length() - 1));
        methods.add(new Method(name.group(1), start + name.start(), last, count, constructor));
    }

    /// Where the bracket opens that closes at the end of the header; -1 when it does not.
    private static int openingOf(String header) {
        int depth = 0;
        for (int i = header.length() - 1; i >= 0; i--) {
            if (header.charAt(i) == ')') depth++;
            if (header.charAt(i) == '(' && --depth == 0) return i;
        }
        return -1;
    }

    private static int closingOf(String code, int open) {
        int depth = 0;
        for (int i = open; i < code.length(); i++) {
            if (code.charAt(i) == '{') depth++;
            if (code.charAt(i) == '}' && --depth == 0) return i;
        }
        return code.length();
    }

    private static int count(String parameters) {
        if (parameters.isBlank()) return 0;
        int depth = 0;
        int count = 1;
        for (char c : parameters.toCharArray()) {
            if ("<([{".indexOf(c) >= 0) depth++;
            if (">)]}".indexOf(c) >= 0) depth--;
            if (c == ',' && depth == 0) count++;
        }
        return count;
    }
}
